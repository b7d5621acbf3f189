import { type CaptchaPort, localCaptcha } from './captcha.ts'
import { type IdentityPort, identityFrom } from './identity.ts'
import { type PicturePort, picturesFrom } from './pictures.ts'
import { type ProbePort, probeFrom } from './probe.ts'
import { type SmsPort, smsFrom } from './sms.ts'
import { type VisitPort, visitsFrom } from './visits.ts'
import { type VoicePort, voiceFrom } from './voice.ts'

/** Outside services, each with something that works without it, or with words that say what is missing (docs/rules.md, Outside services). */
export interface Ports {
  readonly captcha: CaptchaPort
  readonly sms: SmsPort
  readonly identity: IdentityPort
  readonly probe: ProbePort
  readonly pictures: PicturePort
  readonly visits: VisitPort
  readonly voice: VoicePort
}

/** The ports of an installation. @throws Error naming the variable that does not hold what it should */
export const portsFrom = (env: NodeJS.ProcessEnv): Ports => ({
  captcha: localCaptcha,
  sms: smsFrom(env),
  identity: identityFrom(env),
  probe: probeFrom(env),
  pictures: picturesFrom(env),
  visits: visitsFrom(env),
  voice: voiceFrom(env),
})
