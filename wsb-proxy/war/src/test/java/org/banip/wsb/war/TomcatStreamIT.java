package org.banip.wsb.war;

import org.banip.wsb.contract.Container;
import org.banip.wsb.contract.StreamContract;

class TomcatStreamIT extends StreamContract {
    @Override
    protected Container container() {
        return WarContainer.tomcat();
    }
}
