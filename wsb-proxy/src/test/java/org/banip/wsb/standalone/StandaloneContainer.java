package org.banip.wsb.standalone;

import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import org.banip.server.listen.ConnectionLimits;
import org.banip.server.settings.SettingsReader;
import org.banip.wsb.contract.Container;
import org.banip.wsb.settings.BrokerSettings;

/** The broker in a process of its own, without the process. */
class StandaloneContainer implements Container {
    private final ConnectionLimits connections;
    private WirelessServiceBroker broker;

    StandaloneContainer(ConnectionLimits connections) {
        this.connections = connections;
    }

    WirelessServiceBroker broker() {
        return broker;
    }

    @Override
    public URI start(Map<String, String> settings) {
        Map<String, String> options = new HashMap<>(settings);
        options.put("port", "0");
        broker = WirelessServiceBroker.builder(new BrokerSettings(
                        SettingsReader.of(BrokerSettings.TABLE).options(options).read()))
                .limits(connections)
                .start();
        return broker.uri();
    }

    @Override
    public boolean takesVersionInLowerCase() {
        return true;
    }

    @Override
    public void close() {
        if (broker != null) {
            broker.stop();
        }
    }
}
