import { outsideBy, outsideSays } from './outside.ts'

/** What a visitor was answered. */
export interface Visited {
  /** null: there was no answer. */
  readonly status: number | null
  /** As it came, at most two megabytes; empty where it was not asked for. */
  readonly body: string
  /** Why there was none, in words; null: there was. */
  readonly fault: string | null
}

/** Opens pages as a visitor would. */
export interface VisitPort {
  open(url: string, wants: 'status' | 'body'): Promise<Visited>
}

const waitMs = 10_000
const bodyMost = 2_000_000

/** Visits of an installation: of outside addresses alone. XZX_VISIT_NETS names inner networks that may be asked, as where the site is served. */
export function visitsFrom(env: NodeJS.ProcessEnv): VisitPort {
  const outside = outsideBy({
    allowed: ['XZX_VISIT_NETS', env.XZX_VISIT_NETS],
    agent: 'xzx-visit',
    accept: 'text/html,*/*',
    waitMs,
  })
  return {
    async open(url, wants) {
      try {
        const { statusCode: status, body } = await outside.ask(url, AbortSignal.timeout(waitMs))
        if (wants === 'status') {
          body.on('error', () => {}).destroy()
          return { status, body: '', fault: null }
        }
        const pieces: Buffer[] = []
        let size = 0
        for await (const piece of body) {
          pieces.push(piece as Buffer)
          size += (piece as Buffer).length
          if (size > bodyMost) break
        }
        return { status, body: Buffer.concat(pieces).toString('utf8'), fault: null }
      } catch (error) {
        const says = { waitMs, inner: '指向内部地址，不访问（可用 XZX_VISIT_NETS 允许）' }
        return { status: null, body: '', fault: outsideSays(error, says) }
      }
    },
  }
}
