package org.banip.surrogate.jini.host;

import java.util.Optional;
import net.jini.core.lookup.ServiceItem;
import org.banip.server.settings.Settings;
import org.banip.surrogate.api.ExtensionContext;
import org.banip.surrogate.api.HostExtension;
import org.banip.surrogate.api.Meters;
import org.banip.surrogate.jini.settings.JiniSettings;
import org.banip.surrogate.jini.subscription.SubscriptionSettings;

/** Makes each surrogate of a host a Jini service where the setting {@code jini} says so; otherwise it does nothing and loads nothing. */
public final class JiniExtension implements HostExtension {
    private volatile Optional<JiniHost> running = Optional.empty();

    /** For the service loader. */
    public JiniExtension() {}

    @Override
    public String name() {
        return "jini";
    }

    @Override
    public void start(ExtensionContext host) {
        running = host.find(Settings.class)
                .filter(settings -> settings.get(JiniSettings.JINI))
                .map(settings -> start(host, settings));
    }

    private static JiniHost start(ExtensionContext host, Settings settings) {
        JiniSettings jini = JiniSettings.of(settings);
        SubscriptionSettings subscribing =
                SubscriptionSettings.DEFAULT.withMost(jini.subscriptions(), (jini.subscriptions() + 1) / 2);
        Optional<ServiceItem> itself = HostService.of(settings);
        JiniHost started = JiniHost.start(host, jini, subscribing);
        itself.ifPresent(started::register);
        return started;
    }

    @Override
    public Optional<String> status() {
        return running.map(JiniHost::status);
    }

    @Override
    public void meters(Meters to) {
        running.ifPresent(started -> started.meters(to));
    }

    @Override
    public void stop() {
        running.ifPresent(JiniHost::close);
        running = Optional.empty();
    }
}
