/** Outside services, each with a local default that works (docs/rules.md, Outside services). */
export interface Ports {
  readonly captcha: CaptchaPort
}

/** Makes a captcha: what must be typed, and the picture as PNG. */
export interface CaptchaPort {
  make(): Promise<{ answer: string; png: Uint8Array }>
}

/** The local captcha: drawn as SVG, sent as PNG so that scripts cannot read it from the markup. */
const localCaptcha: CaptchaPort = {
  async make() {
    const [{ default: svgCaptcha }, { default: sharp }] = await Promise.all([import('svg-captcha'), import('sharp')])
    const { text, data } = svgCaptcha.create({ size: 4, noise: 2, ignoreChars: '0oO1iIlL5S2Z', width: 120, height: 40 })
    return { answer: text, png: new Uint8Array(await sharp(Buffer.from(data)).png().toBuffer()) }
  },
}

/** The ports of an installation that has no outside services. */
export const localPorts: Ports = { captcha: localCaptcha }
