import type { ErrorBody } from "./model";

/** Why the server did not do it: its own words, the clause behind them, and the revision where that is the trouble. */
export class ApiError extends Error {
  readonly error: string;
  readonly reason: string;
  readonly clause: string | null;
  readonly facts: Record<string, unknown>;
  readonly revision: number | null;

  constructor(
    readonly status: number,
    body: Partial<ErrorBody>,
  ) {
    super(body.reason ?? "the server's answer could not be read");
    this.name = "ApiError";
    this.error = body.error ?? "fault";
    this.reason = this.message;
    this.clause = body.clause ?? null;
    this.facts = body.facts ?? {};
    this.revision = body.revision ?? null;
  }

  /** Nothing was heard, or the server was not itself: the same request may simply be made again. */
  get passing(): boolean {
    return this.status === 0 || this.status >= 500;
  }
}

/** All that is wrong with a text that the server cannot read, one by one; empty for any other fault. */
export function problemsOf(fault: unknown): string[] {
  const problems = fault instanceof ApiError ? fault.facts.problems : undefined;
  return Array.isArray(problems) ? problems.map(String) : [];
}

/** Anything thrown, as one sentence for a person. */
export function reasonOf(fault: unknown): string {
  const text = fault instanceof Error ? fault.message : String(fault);
  return text ? text[0]!.toUpperCase() + text.slice(1) : "Something went wrong";
}
