/** Makes a captcha: what must be typed, and the picture as PNG. */
export interface CaptchaPort {
  make(): Promise<{ answer: string; png: Uint8Array }>
}

/** The local captcha: drawn as SVG, sent as PNG so that scripts cannot read it from the markup. */
export const localCaptcha: CaptchaPort = {
  async make() {
    const [{ drawCaptcha }, { default: sharp }] = await Promise.all([import('../captcha/draw.ts'), import('sharp')])
    const { answer, svg } = drawCaptcha()
    return { answer, png: new Uint8Array(await sharp(Buffer.from(svg)).png().toBuffer()) }
  },
}
