declare const brand: unique symbol;

/** A primitive that only its one constructor can make, so that two ids or two units cannot be mixed up. */
export type Brand<Value, Name extends string> = Value & { readonly [brand]: Name };
