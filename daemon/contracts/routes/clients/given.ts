// One call and what it is given, as the readers of client libraries look at it; what they find it to ask for.
// Knows no library.
import type { CallExpr, Expr } from "../code/expr.ts";
import type { Place, Program } from "../code/program.ts";
import { known, textOf, textsOf, type Text } from "../code/texts.ts";

/** What a call of a client library asks for. */
export interface Sent {
  method: string | null;
  urls: Text[];
  /** The application that is asked, where a test says so. */
  application?: Place;
  /** That it is a call at all is a guess by names. */
  isGuess?: boolean;
  /** Names of what the body has; null: not known. */
  body?: readonly string[] | null;
  /** Names of what stands in the query beside the address; null: not known. */
  query?: readonly string[] | null;
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

  /** Names in a record that is written out; null: it is none, or not all of it is. */
  namesIn(place: Place | null): string[] | null {
    const at = place && this.program.resolve(place);
    if (at?.expr.is === "call" && at.expr.callee.is === "member" && at.expr.callee.name === "stringify") {
      const [inner] = at.expr.args;
      return this.namesIn(inner ? { ...at, expr: inner } : null);
    }
    const names = at?.expr.is === "record" ? [...at.expr.fields.keys()] : null;
    return names?.some((name) => name.startsWith("...")) ? null : names;
  }

  named(name: string): Expr | undefined {
    return this.call.expr.named.get(name);
  }

  word(place: Place | null): string | null {
    return place && (known(textOf(this.program, place))?.toUpperCase() ?? null);
  }
}
