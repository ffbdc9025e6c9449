import { emailAddress } from '../accounts/email_address.js';
import { InputError } from '../rulebook/answers.js';

/**
 * The address of an `email` field as it is stored.
 * @throws InputError when it cannot be an address.
 */
export function emailInput(given: string): string {
  const email = emailAddress(given);
  if (email === null)
    throw new InputError([
      { path: 'email', message: `"${given.slice(0, 60)}" is not an e-mail address such as name@example.com` },
    ]);
  return email;
}
