package org.banip.wsb.standalone;

import org.banip.wsb.contract.AccessContract;
import org.banip.wsb.contract.Container;
import org.banip.wsb.settings.BrokerSettings;

class StandaloneAccessTest extends AccessContract {
    @Override
    protected Container container() {
        return new StandaloneContainer(BrokerSettings.CONNECTION_LIMITS);
    }
}
