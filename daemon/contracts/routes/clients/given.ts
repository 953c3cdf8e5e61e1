// One call and what it is given, as the readers of client libraries look at it; what they find it to ask for.
// Knows no library.
import type { CallExpr, Expr } from "../code/expr.ts";
import type { Place, Program } from "../code/program.ts";
import { known, textOf, textsOf, type Text } from "../code/texts.ts";

/** What a call of a client library asks for. */
export interface Sent {
  method: string | null;
  urls: Text[];
  /** That it is a call at all is a guess by names. */
  isGuess?: boolean;
}

/** How readers of one call look at what it is given. */
export class Given {
  constructor(
    readonly program: Program,
    readonly call: Place<CallExpr>,
  ) {}

  at(expr: Expr): Place {
    return { ...this.call, expr };
  }

  resolved(expr: Expr | undefined): Place | null {
    return expr ? this.program.resolve(this.at(expr)) : null;
  }

  urls(expr: Expr | undefined): Text[] {
    return expr ? textsOf(this.program, this.at(expr)) : [];
  }

  field(expr: Expr | undefined, name: string): Place | null {
    const at = this.resolved(expr);
    const field = at?.expr.is === "record" ? at.expr.fields.get(name) : undefined;
    return field ? { ...at!, expr: field } : null;
  }

  named(name: string): Expr | undefined {
    return this.call.expr.named.get(name);
  }

  word(place: Place | null): string | null {
    return place && (known(textOf(this.program, place))?.toUpperCase() ?? null);
  }
}
