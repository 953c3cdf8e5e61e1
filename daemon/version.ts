// The version of this build; the bundler puts it in.

declare const PARLEY_VERSION: string | undefined;

export const version = typeof PARLEY_VERSION === "undefined" ? "0.0.0-source" : PARLEY_VERSION;
