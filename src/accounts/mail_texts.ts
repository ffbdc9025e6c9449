import type { Mail } from './mail.js';

const FOOT = 'If you did not ask for this, do nothing: without the link nothing happens.';

/** Asks the owner of an address to confirm it. */
export const confirmationMail = (recipient: string, link: string): Mail => ({
  recipient,
  subject: 'Confirm your e-mail address for Notice 708',
  body: `Open this page and press "Confirm" to make your account:\n\n${link}\n\nThe link works once and for 24 hours.\n${FOOT}\n`,
});

/** Answers a registration with an address that has an account already. */
export const alreadyRegisteredMail = (recipient: string, signInLink: string): Mail => ({
  recipient,
  subject: 'You already have a Notice 708 account',
  body: `Somebody, perhaps you, asked to register this address. It has an account already, so nothing was changed.\n\nTo give a program access, ask it to authenticate instead. To sign in yourself:\n\n${signInLink}\n`,
});

/** Asks the owner of an account to approve a program's request for a key. */
export const approvalMail = (recipient: string, userCode: string, link: string): Mail => ({
  recipient,
  subject: `Approve API access? Code ${userCode}`,
  body: `A program asks for access to your Notice 708 account. It should be showing you the code ${userCode}.\n\nThis page says who asks and for what, and lets you approve or deny:\n\n${link}\n\nThe link works once and for 10 minutes.\nIf you did not ask for this, or the code differs, deny it or do nothing.\n`,
});

/** Lets the owner of an account sign in to the pages. */
export const signInMail = (recipient: string, code: string, link: string): Mail => ({
  recipient,
  subject: 'Sign in to Notice 708',
  body: `Your code is ${code}\n\nType it on the page where you asked for it, or open this page and press "Sign in":\n\n${link}\n\nCode and link work once and for 15 minutes.\n${FOOT}\n`,
});
