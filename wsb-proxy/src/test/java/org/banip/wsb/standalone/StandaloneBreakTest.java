package org.banip.wsb.standalone;

import org.banip.wsb.contract.BreakContract;
import org.banip.wsb.contract.Container;
import org.banip.wsb.settings.BrokerSettings;

class StandaloneBreakTest extends BreakContract {
    @Override
    protected Container container() {
        return new StandaloneContainer(BrokerSettings.CONNECTION_LIMITS);
    }
}
