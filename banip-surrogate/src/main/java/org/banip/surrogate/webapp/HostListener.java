package org.banip.surrogate.webapp;

import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Collections;
import java.util.Optional;
import org.banip.server.health.HealthServer;
import org.banip.server.log.ServerLog;
import org.banip.server.request.PlainRequests;
import org.banip.server.settings.SettingsReader;
import org.banip.surrogate.SurrogateHost;
import org.banip.surrogate.health.HostHealth;
import org.banip.surrogate.people.People;
import org.banip.surrogate.settings.HostSettings;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/** Opens the host with its context and closes it with it; named in the WAR's {@code web.xml}. */
public final class HostListener implements ServletContextListener {
    private static final Logger LOG = ServerLog.of(HostListener.class);

    private @Nullable SurrogateHost host;
    private Optional<HealthServer> health = Optional.empty();

    /** For the container. */
    public HostListener() {}

    @Override
    public void contextInitialized(ServletContextEvent event) {
        try {
            open(event);
        } catch (RuntimeException | Error e) {
            // A container does not call contextDestroyed of a listener that failed.
            contextDestroyed(event);
            throw e;
        }
    }

    private void open(ServletContextEvent event) {
        ServletContext context = event.getServletContext();
        HostSettings settings = new HostSettings(SettingsReader.inContainer(
                HostSettings.TABLE, context.getInitParameterNames(), context::getInitParameter));
        PlainRequests.install(context, settings, HostSettings.TABLE);
        SurrogateHost opened = SurrogateHost.open(settings);
        host = opened;
        health = settings.containerHealth().flatMap(where -> HostHealth.serve(opened, settings, where));
        opened.install(context, settings.access());
        LOG.info("- {}", People.inWords(opened.people(), settings.access()));
        opened.extensionStatus().forEach(line -> LOG.info("- {}", line));
        LOG.info("surrogate host installed at context path '{}'", context.getContextPath());
    }

    @Override
    public void contextDestroyed(ServletContextEvent event) {
        health.ifPresent(HealthServer::close);
        SurrogateHost opened = host;
        if (opened != null) {
            opened.close();
        }
        deregisterDrivers();
    }

    /** A JDBC driver of the web application's would otherwise keep the whole application in memory. */
    private static void deregisterDrivers() {
        ClassLoader own = HostListener.class.getClassLoader();
        for (Driver driver : Collections.list(DriverManager.getDrivers())) {
            if (driver.getClass().getClassLoader() == own) {
                try {
                    DriverManager.deregisterDriver(driver);
                } catch (SQLException e) {
                    LOG.warn(
                            "the driver {} stays registered: {}",
                            driver.getClass().getName(),
                            e.getMessage());
                }
            }
        }
    }
}
