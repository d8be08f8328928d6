import { openHotAccount } from './hot-account.ts';

// So many whole debits, one after another, and nothing else: what the sync calls of each are counted on.
const account = await openHotAccount();
await account.loneDebits(Number(process.argv[2]));
await account.close();
