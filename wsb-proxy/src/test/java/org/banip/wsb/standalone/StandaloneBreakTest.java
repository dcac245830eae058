package org.banip.wsb.standalone;

import org.banip.wsb.contract.BreakContract;
import org.banip.wsb.contract.Container;

class StandaloneBreakTest extends BreakContract {
    @Override
    protected Container container() {
        return new StandaloneContainer(ConnectionLimits.DEFAULTS);
    }
}
