package org.banip.wsb.war;

import org.banip.wsb.contract.Container;
import org.banip.wsb.contract.RelayContract;

class TomcatRelayIT extends RelayContract {
    @Override
    protected Container container() {
        return new IsolatedContainer(TomcatServer.class, "/tomcat-");
    }
}
