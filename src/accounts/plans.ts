/** Plans of an account (interface.md section 2). A plan that is not capped checks lines without a daily limit. */
const CAPPED = { free: true, self_build: true, full_monthly: false, full_annual: false, pro: false } as const;

export type Plan = keyof typeof CAPPED;

export const PLANS = Object.keys(CAPPED) as readonly Plan[];

export const isPlan = (text: string): text is Plan => Object.hasOwn(CAPPED, text);

/** Whether the daily cap of `check_line_item` holds for a plan (interface.md section 8). */
export const hasDailyCap = (plan: Plan): boolean => CAPPED[plan];
