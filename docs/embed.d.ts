/** The element of embed.js: a tool's panel in a page of another site. */
export interface QuickExecuteEvents {
  ready: CustomEvent<{ tool: string }>
  change: CustomEvent<{ body: unknown, problems: { at: string, message: string }[] }>
  run: CustomEvent<{ run: string }>
  progress: CustomEvent<{ state: string, part: number | null, message: string }>
  result: CustomEvent<{ run: string, status: string, value?: unknown }>
  error: CustomEvent<{ reason: string, message: string }>
  resize: CustomEvent<{ height: number }>
}

export interface QuickExecuteElement extends HTMLElement {
  /** What the form holds, without secrets and files; `null` before it is known. */
  values: unknown
  reset(): void
  /** Returns whether the panel was asked: never without a gesture of the person. */
  run(): boolean
  cancel(): void
  addEventListener<K extends keyof QuickExecuteEvents>(type: K, listener: (event: QuickExecuteEvents[K]) => void): void
  addEventListener(type: string, listener: EventListenerOrEventListenerObject | null, options?: boolean | AddEventListenerOptions): void
}

declare global {
  interface HTMLElementTagNameMap { 'quick-execute': QuickExecuteElement }
}
