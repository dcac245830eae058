package org.banip.wsb.standalone;

import org.banip.wsb.contract.Container;
import org.banip.wsb.contract.StreamContract;
import org.banip.wsb.settings.BrokerSettings;

class StandaloneStreamTest extends StreamContract {
    @Override
    protected Container container() {
        return new StandaloneContainer(BrokerSettings.CONNECTION_LIMITS);
    }
}
