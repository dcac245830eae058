package org.banip.wsb.war;

import org.banip.wsb.contract.Container;
import org.banip.wsb.contract.RelayContract;

class JettyRelayIT extends RelayContract {
    @Override
    protected Container container() {
        return new IsolatedContainer(
                JettyServer.class, "/org/eclipse/jetty/|/jakarta.servlet-api-|/slf4j-api-|/logback-");
    }
}
