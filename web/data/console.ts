import type { App } from '../../core/domain/enums.ts'

/** The two consoles have one program; the address says in which of them this page is. */
interface Console {
  /** Chooses the menu; it gives no right. */
  readonly app: App
  /** Where the shell's screens are, below `/web`. */
  readonly at: '/main' | '/report'
  /** Where the shell begins, below `/web`. */
  readonly start: string
  readonly login: string
  /** Addresses of the shell. */
  readonly shell: RegExp
}

const consoles: Readonly<Record<App, Console>> = {
  admin: { app: 'admin', at: '/main', start: '/main', login: '/web/', shell: /^\/web\/main(?:[/?]|$)/ },
  reportSite: {
    ...{ app: 'reportSite', at: '/report', start: '/report/home', login: '/web/report/' },
    shell: /^\/web\/report\/(?:home|article)(?:[/?]|$)/,
  },
}

/** The console of this page; what is shared with programs without a page is the office's. */
export const here: Console =
  'location' in globalThis && location.pathname.startsWith('/web/report') ? consoles.reportSite : consoles.admin

/** True in the reporting console. */
export const reporting = here.app === 'reportSite'
