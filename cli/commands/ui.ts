import { uses } from '../flags.ts'
import { staySmallButQuick } from '../memory.ts'
import { verb } from '../verb.ts'

/** The terminal UI; Ink and React are loaded only here. */
export const verbs = [
  verb({
    name: '',
    says: '终端界面：文章和信件、申请、意见等各类队列，等待处理的一目了然，查看、审核、转办、答复、公开、删除都用按键',
    knows: [...uses.server],
    notDry: '终端界面里的修改都会先提问，浏览不作修改',
    examples: ['xzx', 'xzx ui --profile prod'],
    async run(ctx) {
      // React reads it when it is loaded, and is slower by half without it, also where somebody develops something else
      const { NODE_ENV } = process.env
      process.env.NODE_ENV = 'production'
      staySmallButQuick()
      const { openUi } = await import('../tui/open.tsx')
      if (NODE_ENV === undefined) delete process.env.NODE_ENV
      else process.env.NODE_ENV = NODE_ENV
      return openUi(ctx)
    },
  }),
]
