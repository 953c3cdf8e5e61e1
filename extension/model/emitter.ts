// A tiny event: listeners in order of arrival, one that throws stops no other.
// Must not know vscode, so that the model runs under plain mocha.

export interface Stoppable {
  dispose(): void;
}

export type Listen<T> = (listener: (value: T) => void) => Stoppable;

export class Emitter<T> implements Stoppable {
  private readonly listeners = new Set<(value: T) => void>();

  constructor(private readonly onListenerError: (error: unknown) => void = () => {}) {}

  readonly event: Listen<T> = (listener) => {
    const own = (value: T): void => listener(value);
    this.listeners.add(own);
    return { dispose: () => void this.listeners.delete(own) };
  };

  fire(value: T): void {
    for (const listener of [...this.listeners]) {
      try {
        listener(value);
      } catch (error) {
        this.onListenerError(error);
      }
    }
  }

  dispose(): void {
    this.listeners.clear();
  }
}
