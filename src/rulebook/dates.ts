const DAY = 86_400_000;

/** The ISO date of the day after one. */
export function dayAfter(date: string): string {
  return moved(date, 1);
}

/** The ISO date of the day before one. */
export function dayBefore(date: string): string {
  return moved(date, -1);
}

/** Whole days from one ISO date to another; negative when the second is the earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY);
}

function moved(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY).toISOString().slice(0, 10);
}
