/** The namespaces in scope by prefix; the default one under the empty prefix. */
export interface Scope {
  get(prefix: string): string | undefined
}

/**
 * The scope of an element that declares namespaces: it refers to the scope around it, because a copy
 * of it for each element would make the cost of a document the product of its limits.
 */
export class InnerScope implements Scope {
  private readonly outer: Scope | undefined
  private readonly declared: ReadonlyMap<string, string>

  constructor(outer: Scope | undefined, declared: ReadonlyMap<string, string>) {
    this.outer = outer
    this.declared = declared
  }

  get(prefix: string): string | undefined {
    return this.declared.get(prefix) ?? this.outer?.get(prefix)
  }
}

export const emptyScope: Scope = new Map<string, string>()
