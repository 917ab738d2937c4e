// The CSP build has no types of its own; its object is Alpine's.
declare module '@alpinejs/csp' {
  export { default } from 'alpinejs'
}
