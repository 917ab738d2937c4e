// The CSP build has no types of its own; its object is Alpine's.
declare module '@alpinejs/csp' {
  export { default } from 'alpinejs'
}

/** Makes a field easier to fill in, until the kit's signal is aborted: then it is as it was. */
type Enhance = (field: HTMLElement, kit: Kit) => void

/** What the module of an input works with. */
interface Kit {
  signal: AbortSignal
  /** What the field is called, and its pointer. */
  label: string
  at: string
  announce(words: string): void
  toast(words: string, undo?: () => void): void
  make: typeof import('./src/dom.js').make
  button: typeof import('./src/dom.js').button
  type: typeof import('./src/dom.js').type
  tell: typeof import('./src/dom.js').tell
  parse: typeof import('./src/json.js').parse
  fragment: typeof import('./src/names.js').fragment
  /** Returns a function that calls *act* once it has not been called for a while. */
  calmly(act: () => void, wait: number): () => void
  /** Shows what is wrong with the field, or that nothing is. */
  problem(message: string): void
}
