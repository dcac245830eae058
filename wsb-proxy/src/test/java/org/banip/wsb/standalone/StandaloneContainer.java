package org.banip.wsb.standalone;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;
import org.banip.wsb.BearerToken;
import org.banip.wsb.BrokerConfiguration;
import org.banip.wsb.BrokerLimits;
import org.banip.wsb.contract.Container;

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
        BrokerLimits.Builder limits = BrokerLimits.builder();
        number(settings, "requests", limits::requests);
        number(settings, "requests-per-identity", limits::requestsPerIdentity);
        number(settings, "socket-buffer-bytes", limits::socketBufferBytes);
        number(settings, "silence-millis", millis -> limits.silence(Duration.ofMillis(millis)));
        number(settings, "idle-millis", millis -> limits.idle(Duration.ofMillis(millis)));
        number(settings, "document-millis", millis -> limits.document(Duration.ofMillis(millis)));
        number(settings, "linger-millis", millis -> limits.linger(Duration.ofMillis(millis)));
        broker = WirelessServiceBroker.builder()
                .configuration(BrokerConfiguration.builder()
                        .surrogateHost(URI.create(settings.get("surrogate-host")))
                        .passwordFile(Path.of(settings.get("password-file")))
                        .token(new BearerToken(settings.get("token")))
                        .limits(limits.build())
                        .build())
                .limits(connections)
                .start();
        return broker.uri();
    }

    private static void number(Map<String, String> settings, String name, Consumer<Integer> setter) {
        if (settings.containsKey(name)) {
            setter.accept(Integer.parseInt(settings.get(name)));
        }
    }

    @Override
    public void close() {
        if (broker != null) {
            broker.stop();
        }
    }
}
