package org.banip.wsb.standalone;

import org.banip.wsb.contract.AccessContract;
import org.banip.wsb.contract.Container;

class StandaloneAccessTest extends AccessContract {
    @Override
    protected Container container() {
        return new StandaloneContainer(ConnectionLimits.DEFAULTS);
    }
}
