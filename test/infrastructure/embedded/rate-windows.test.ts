import { rateWindows } from '../../../infrastructure/embedded/rate-windows.ts';
import { describeRateWindows } from '../../contracts/rate-windows.contract.ts';

describeRateWindows('embedded', async () => rateWindows());
