import { isInner, isNowhere, outsideBy, outsideSays } from './outside.ts'

/** What was found of a website. */
export interface Probed {
  /** null: it was not looked at. */
  readonly ok: boolean | null
  readonly statusCode: number | null
  readonly ms: number
  /** Why it is not as it should be, in words; null: it is. */
  readonly reason: string | null
}

/** Looks whether a website can be opened. */
export interface ProbePort {
  look(url: string): Promise<Probed>
}

const waitMs = 10_000
const nowhere = '域名没有解析到可以检测的地址（内部网站由管理员以 XZX_PROBE_NETS 允许）'

/** The probe of an installation: from outside addresses alone, of which nothing is read. XZX_PROBE_NETS names inner networks that may be asked. */
export function probeFrom(env: NodeJS.ProcessEnv): ProbePort {
  const outside = outsideBy({
    allowed: ['XZX_PROBE_NETS', env.XZX_PROBE_NETS],
    agent: 'xzx-probe',
    accept: 'text/html,*/*',
    waitMs,
  })
  return {
    async look(url) {
      const began = performance.now()
      const ms = () => Math.round(performance.now() - began)
      try {
        const { statusCode, body } = await outside.ask(url, AbortSignal.timeout(waitMs))
        body.on('error', () => {}).destroy()
        const ok = statusCode < 400
        return { ok, statusCode, ms: ms(), reason: ok ? null : `答复 HTTP ${statusCode}` }
      } catch (error) {
        return {
          ok: isInner(error) && !isNowhere(error) ? null : false,
          statusCode: null,
          ms: ms(),
          reason: outsideSays(error, { waitMs, inner: '指向内部地址，不检测', nowhere }),
        }
      }
    },
  }
}
