package org.banip.wsb.war;

import org.banip.wsb.contract.AccessContract;
import org.banip.wsb.contract.Container;

class JettyAccessIT extends AccessContract {
    @Override
    protected Container container() {
        return WarContainer.jetty();
    }
}
