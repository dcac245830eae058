package org.banip.wsb.webapp;

import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.ServletRegistration;
import java.util.Optional;
import org.banip.server.health.HealthServer;
import org.banip.server.log.ServerLog;
import org.banip.server.request.PlainRequests;
import org.banip.server.settings.SettingsReader;
import org.banip.wsb.BrokerConfiguration;
import org.banip.wsb.health.BrokerHealth;
import org.banip.wsb.relay.Broker;
import org.banip.wsb.relay.RelayServlet;
import org.banip.wsb.settings.BrokerSettings;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/** Creates a broker when its web application starts, and closes it when the application ends. Named in {@code web.xml}. */
public final class BrokerLifecycle implements ServletContextListener {
    private static final Logger LOG = ServerLog.of(BrokerLifecycle.class);

    private @Nullable Broker broker;
    private Optional<HealthServer> health = Optional.empty();

    /** For the container. */
    public BrokerLifecycle() {}

    @Override
    public void contextInitialized(ServletContextEvent event) {
        try {
            open(event.getServletContext());
        } catch (RuntimeException | Error e) {
            // A container does not call contextDestroyed of a listener that failed.
            contextDestroyed(event);
            throw e;
        }
    }

    private void open(ServletContext context) {
        BrokerSettings settings = new BrokerSettings(SettingsReader.inContainer(
                BrokerSettings.TABLE, context.getInitParameterNames(), context::getInitParameter));
        PlainRequests.install(context, settings, BrokerSettings.TABLE);
        BrokerConfiguration configuration = settings.configuration();
        Broker started = new Broker(configuration);
        broker = started;
        health = settings.containerHealth().flatMap(where -> BrokerHealth.serve(started, configuration, where));
        ServletRegistration.Dynamic servlet = context.addServlet("relay", new RelayServlet(started));
        servlet.setAsyncSupported(true);
        servlet.setLoadOnStartup(1);
        servlet.addMapping("/*");
        LOG.info(
                "- relaying from {} to {}",
                context.getContextPath(),
                configuration.hosts().description());
    }

    @Override
    public void contextDestroyed(ServletContextEvent event) {
        health.ifPresent(HealthServer::close);
        if (broker != null) {
            broker.close();
        }
    }
}
