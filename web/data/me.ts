import { auth } from '../../core/contract/auth.ts'
import { useCall } from './calls.ts'
import { callsOf } from './client.ts'

const { info } = callsOf(auth)

/** Who is signed in; undefined until the server has said so. */
export const useMe = () => useCall('auth.info', info, {}, { quiet: true }).data
