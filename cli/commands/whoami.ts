import { auth } from '../../core/contract/auth.ts'
import { uses } from '../flags.ts'
import { columnsOf } from '../output/columns.ts'
import { writeOne } from '../output/write.ts'
import { verb } from '../verb.ts'

const shape = {
  columns: columnsOf(auth.info.output),
  usual: ['userAccount', 'name', 'deptName', 'position', 'userType', 'state', 'roles'],
  idField: 'userId',
}

/** Who the current session belongs to. */
export const verbs = [
  verb({
    name: '',
    says: '当前账号、部门和角色',
    knows: [...uses.server, ...uses.output],
    async run(ctx) {
      await writeOne(ctx, shape, await (await ctx.client('auth')).info())
    },
  }),
]
