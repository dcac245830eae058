package org.banip.measure.peer.process;

import java.nio.file.Path;
import java.time.Duration;
import org.banip.measure.peer.reception.Reception;
import org.banip.surrogate.SurrogateHost;
import org.banip.surrogate.api.GroupStatistics;
import org.banip.surrogate.settings.QuotaSettings;
import org.banip.surrogate.standalone.HostServer;
import org.banip.surrogate.standalone.HostServerSettings;
import org.banip.surrogate.store.JdbcStore;
import org.banip.wsb.BrokerConfiguration;
import org.banip.wsb.authentication.PasswordFile;
import org.banip.wsb.standalone.WirelessServiceBroker;

/** BANip's broker, and its surrogate host, which the broker reaches on loopback. */
final class BanipReceiving implements Receiving {
    static final String IDENTITY = "peer";
    /** The environment variable that holds the password of the run. */
    static final String PASSWORD = "BANIP_PEER_PASSWORD";

    private static final String LOOPBACK = "127.0.0.1";
    /** The lowest cost of bcrypt; the password is used during the run only. */
    private static final int BCRYPT_COST = 4;

    private final JdbcStore store;
    private final SurrogateHost host;
    private final HostServer server;
    private final WirelessServiceBroker broker;

    BanipReceiving(RunArguments arguments) {
        store = JdbcStore.open(arguments.store());
        host = SurrogateHost.builder(store).quotas(QuotaSettings.UNBOUNDED).build();
        try {
            server = HostServer.start(
                    host, HostServerSettings.builder().address(LOOPBACK, 0).build());
        } catch (RuntimeException e) {
            host.close();
            throw e;
        }
        try {
            Path passwords = arguments.folder().resolve("passwords");
            new PasswordFile(passwords).set(IDENTITY, password().toCharArray(), BCRYPT_COST);
            broker = WirelessServiceBroker.builder()
                    .configuration(BrokerConfiguration.builder()
                            .surrogateHost(server.baseUri())
                            .passwordFile(passwords)
                            .build())
                    .listen(arguments.address(), 0)
                    .allowPlainText()
                    .start();
        } catch (RuntimeException e) {
            server.close();
            host.close();
            throw e;
        }
    }

    static String password() {
        return System.getenv().getOrDefault(PASSWORD, "not given");
    }

    @Override
    public int port() {
        return broker.uri().getPort();
    }

    @Override
    public Duration helpersCpu() {
        return Duration.ZERO;
    }

    @Override
    public long doubled() {
        return host.surrogates().stream()
                .mapToLong(surrogate -> surrogate.statistics().sum(GroupStatistics::duplicates))
                .sum();
    }

    @Override
    public long stored() {
        return host.surrogates().stream()
                .mapToLong(surrogate -> surrogate.statistics().sum(GroupStatistics::units))
                .sum();
    }

    @Override
    public Reception.Counters counters() {
        return new Reception.Counters(store.statistics().packets(), doubled(), 0, stored(), "");
    }

    /** The host has stored everything that the MBU has seen acknowledged. */
    @Override
    public Reception.Counters finish(long units, Duration patience) {
        return counters();
    }

    @Override
    public void close() {
        broker.close();
        server.close();
        host.close();
    }
}
