package org.banip.wsb.war;

import org.banip.wsb.contract.BreakContract;
import org.banip.wsb.contract.Container;

class TomcatBreakIT extends BreakContract {
    @Override
    protected Container container() {
        return WarContainer.tomcat();
    }
}
