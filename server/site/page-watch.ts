import { lintPage } from './page-lint.ts'
import { type Rendered, textOf } from './pieces.ts'
import type { Skin } from './skin.ts'

/** Pages of templates that were written here are looked at when they are made: a trial does not meet every condition that a template may ask for. */
export interface PageWatch {
  /** The skin to draw with. */
  readonly skin: Skin
  /** @throws Error with what may not stand on the page, and the template to look into */
  look(path: string, page: Rendered): void
}

const namedMost = 5

/** @param base the path before every address of the site */
export function watchPages(skin: Skin, base: string): PageWatch {
  // what comes with the program was looked at when it was made
  if (skin.own.length === 0) return { skin, look: () => {} }
  let drawn = new Set<string>()
  const watched: Skin = {
    ...skin,
    render(template, scope) {
      drawn.add(template)
      return skin.render(template, scope)
    },
  }
  const look = (path: string, page: Rendered) => {
    const here = drawn
    drawn = new Set()
    if (!path.endsWith('.html')) return
    const [wrong] = lintPage(textOf(page), base, skin.assets)
    if (wrong === undefined) return
    // parts stand within others, and what pages share was drawn before
    const near = skin.own.filter((template) => here.has(template))
    const named = (near.length > 0 ? near : skin.own).slice(0, namedMost).map((template) => `${template}.liquid`)
    throw new Error(`${wrong}，请检查模板 ${named.join('、')}`)
  }
  return { skin: watched, look }
}
