package org.banip.wsb.standalone;

import java.io.IOException;
import java.net.URI;
import java.util.Map;
import org.banip.server.client.Http2Gateway;
import org.banip.wsb.contract.Container;
import org.banip.wsb.settings.BrokerSettings;

/** A broker that gets each request of the tests as a stream of one HTTP/2 connection. */
final class Http2Container implements Container {
    private final StandaloneContainer broker = new StandaloneContainer(BrokerSettings.CONNECTION_LIMITS);
    private Http2Gateway gateway;

    @Override
    public URI start(Map<String, String> settings) throws Exception {
        gateway = new Http2Gateway(broker.start(settings));
        return gateway.uri();
    }

    @Override
    public boolean takesVersionInLowerCase() {
        return true;
    }

    @Override
    public boolean speaksHttp1() {
        return false;
    }

    @Override
    public void close() throws IOException {
        broker.close();
        if (gateway != null) {
            gateway.close();
        }
    }
}
