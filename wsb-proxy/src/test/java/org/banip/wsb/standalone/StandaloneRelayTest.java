package org.banip.wsb.standalone;

import org.banip.wsb.contract.Container;
import org.banip.wsb.contract.RelayContract;

class StandaloneRelayTest extends RelayContract {
    @Override
    protected Container container() {
        return new StandaloneContainer(ConnectionLimits.DEFAULTS);
    }
}
