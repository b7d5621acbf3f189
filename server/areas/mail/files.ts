import { mailFile } from '../../../core/contract/mail/rows.ts'
import { strangersFiles } from '../../letters/files.ts'

export const { upload, attachOwn } = strangersFiles(mailFile, 'mail file')
