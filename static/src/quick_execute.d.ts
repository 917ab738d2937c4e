/** The element of embed.js: a tool's panel in a page of another site. */
export interface QuickExecuteEvents {
  /** The panel is there, and again after a change of language or address. */
  ready: CustomEvent<{ tool: string, name: string }>
  /** What the form holds, and what is wrong with it, by pointer. */
  change: CustomEvent<{ body: unknown, problems: { at: string, message: string }[] }>
  run: CustomEvent<{ run: string }>
  progress: CustomEvent<{ state: string, part: number | null, message: string }>
  result: CustomEvent<{ run: string, status: string, value?: unknown }>
  /** A run that failed (`error`, `lost`, `cancelled`), or a call of this element that was refused, and why. */
  error: CustomEvent<{ reason: string, message: string }>
  /** The server refused: set another `token`, and what was refused is tried again. */
  authorize: CustomEvent<{ code: string, message: string }>
  resize: CustomEvent<{ height: number }>
}

export interface QuickExecuteElement extends HTMLElement {
  /** What the form holds, without secrets and files; `null` before it is known. */
  values: unknown
  /** The token that a page of the host made for this person; '' for none. */
  token: string
  reset(): void
  /** Returns whether the panel was asked: never without a gesture of the person. */
  run(): boolean
  cancel(): void
  addEventListener<K extends keyof QuickExecuteEvents>(type: K, listener: (event: QuickExecuteEvents[K]) => void, options?: boolean | AddEventListenerOptions): void
  addEventListener(type: string, listener: EventListenerOrEventListenerObject | null, options?: boolean | AddEventListenerOptions): void
}

declare global {
  interface HTMLElementTagNameMap { 'quick-execute': QuickExecuteElement }
}
