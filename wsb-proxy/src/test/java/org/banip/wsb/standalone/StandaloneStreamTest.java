package org.banip.wsb.standalone;

import org.banip.wsb.contract.Container;
import org.banip.wsb.contract.StreamContract;

class StandaloneStreamTest extends StreamContract {
    @Override
    protected Container container() {
        return new StandaloneContainer(ConnectionLimits.DEFAULTS);
    }
}
