package org.banip.surrogate.contract;

import java.net.URI;
import java.nio.file.Path;
import org.banip.surrogate.SurrogateHostBuilder;
import org.banip.surrogate.people.People;
import org.banip.surrogate.settings.PeopleSettings;
import org.banip.surrogate.standalone.HostServerSettings;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.wire.RunningHost;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/** Named viewers of a host that listens by itself. */
public abstract class StandalonePeople extends PeopleContract {
    /** Has the store, and the viewers' file. */
    @TempDir
    protected Path directory;

    private RunningHost host;
    private String token;

    /** How the host listens. */
    protected HostServerSettings listening() {
        return HostServerSettings.loopback();
    }

    /** What the host has beside its people. */
    protected void configure(SurrogateHostBuilder builder) {}

    @Override
    protected void open() {
        token = people(file());
        start(listening());
    }

    /** Starts the host. */
    protected final void start(HostServerSettings listening) {
        host = RunningHost.over(
                JdbcStore.open(store()),
                builder -> configure(
                        builder.people(new People(new PeopleSettings(file(), PeopleSettings.DEFAULT_IDLE, false)))),
                listening);
    }

    /** Stops the host. */
    @AfterEach
    protected final void stop() {
        host.close();
    }

    /** The file of the store. */
    protected final Path store() {
        return directory.resolve("store.db");
    }

    /** The viewers' file. */
    protected final Path file() {
        return directory.resolve("viewers");
    }

    @Override
    protected final URI base() {
        return host.base();
    }

    @Override
    protected final String token() {
        return token;
    }
}
