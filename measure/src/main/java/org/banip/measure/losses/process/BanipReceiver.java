package org.banip.measure.losses.process;

import java.io.Closeable;
import java.nio.file.Path;
import org.banip.surrogate.SurrogateHost;
import org.banip.surrogate.settings.QuotaSettings;
import org.banip.surrogate.standalone.HostServer;
import org.banip.surrogate.standalone.HostServerSettings;
import org.banip.surrogate.store.JdbcStore;
import org.banip.wsb.BrokerConfiguration;
import org.banip.wsb.authentication.PasswordFile;
import org.banip.wsb.standalone.WirelessServiceBroker;

/** BANip's broker, surrogate host and SQLite store in one process, so that all of them are killed at once. */
public final class BanipReceiver implements Closeable {
    /** The only user. */
    public static final String IDENTITY = "losses";
    /** The user's password, of the run only, on loopback. */
    public static final String PASSWORD = "correct horse";

    private static final String LOOPBACK = "127.0.0.1";
    private static final int BCRYPT_COST = 4;

    private final SurrogateHost host;
    private final HostServer server;
    private final WirelessServiceBroker broker;

    BanipReceiver(Path folder) {
        JdbcStore store = JdbcStore.open(folder.resolve(LossReceiver.STORE));
        host = SurrogateHost.builder(store).quotas(QuotaSettings.UNBOUNDED).build();
        server = HostServer.start(
                host, HostServerSettings.builder().address(LOOPBACK, 0).build());
        Path passwords = folder.resolve("passwords");
        new PasswordFile(passwords).set(IDENTITY, PASSWORD.toCharArray(), BCRYPT_COST);
        broker = WirelessServiceBroker.builder()
                .configuration(BrokerConfiguration.builder()
                        .surrogateHost(server.baseUri())
                        .passwordFile(passwords)
                        .build())
                .listen(LOOPBACK, 0)
                .start();
    }

    int port() {
        return broker.uri().getPort();
    }

    @Override
    public void close() {
        broker.close();
        server.close();
        host.close();
    }
}
