import { Link } from 'react-router'
import { EmptyState } from '../../parts/States.tsx'
import { places } from './calls.ts'

/** For an address that names no file. */
export function NoFile() {
  return (
    <EmptyState title="没有指明文件">
      请在<Link to={places.skins}>模板</Link>中选一套皮肤，再打开其中的文件。
    </EmptyState>
  )
}
