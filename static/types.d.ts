// Its modules have no types.
declare module 'alpinejs/src/*'
declare module '@alpinejs/csp/src/*'

// What a module's own styles are: see static/build.mjs.
declare module '*.css' {
  const css: string
  export default css
}

// The one of its builds that a bundler takes parts of.
declare module 'leaflet/dist/leaflet-src.esm.js' {
  export * from 'leaflet'
}

// It has no types of its own.
declare module 'd3-force'

// The ground of maps, as ground.mjs makes it.
declare module 'ground:index' {
  /** Land, lakes, borders and rivers, packed, and names: of what, east and north, from which zoom, up to which. */
  type Data = [string, string, string, string, [string, number, number, number, number?][]]
  interface Level { zoom: number, width: number, height: number, west: number, unit: number }
  export const levels: Level[]
  export const hashes: Record<string, string>
}

/** The texts of embed.js by language, as embed_texts.mjs puts them in. */
declare const EMBED_TEXTS: Record<string, Record<string, string>>

type Tools = typeof import('./src/tools.js').tools

/** Makes a field easier to fill in, until the kit's signal is aborted: then it is as it was. */
type Enhance = (field: HTMLElement, kit: Kit) => void

/** What the module of an input works with. */
interface Kit extends Tools {
  signal: AbortSignal
  /** What the field is called, and its pointer. */
  label: string
  at: string
  /** Shows what is wrong with the field, or that nothing is. */
  problem(message: string): void
}
