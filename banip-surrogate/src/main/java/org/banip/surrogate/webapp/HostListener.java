package org.banip.surrogate.webapp;

import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Collections;
import java.util.Map;
import java.util.Properties;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.banip.surrogate.SurrogateHost;
import org.banip.surrogate.store.Store;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens the host with its context and closes it with it; named in the WAR's {@code web.xml}. */
public final class HostListener implements ServletContextListener {
    private static final Logger LOG = LoggerFactory.getLogger(HostListener.class);

    private @Nullable SurrogateHost host;

    /** For the container. */
    public HostListener() {}

    @Override
    public void contextInitialized(ServletContextEvent event) {
        HostConfiguration configuration = new HostConfiguration(
                systemProperties(), System.getenv(), contextParameters(event.getServletContext()));
        Store store = configuration.openStore();
        SurrogateHost opened = SurrogateHost.builder(store)
                .liveness(configuration.liveness())
                .limits(configuration.limits())
                .quotas(configuration.quotas())
                .reorderWindow(configuration.reorderWindow())
                .build();
        host = opened;
        opened.install(event.getServletContext(), configuration.access());
        LOG.info(
                "surrogate host installed at context path '{}'",
                event.getServletContext().getContextPath());
    }

    private static Map<String, String> systemProperties() {
        Properties properties = System.getProperties();
        return properties.stringPropertyNames().stream()
                .collect(Collectors.toMap(Function.identity(), name -> properties.getProperty(name, "")));
    }

    private static Map<String, String> contextParameters(ServletContext context) {
        return Collections.list(context.getInitParameterNames()).stream()
                .collect(Collectors.toMap(Function.identity(), context::getInitParameter));
    }

    @Override
    public void contextDestroyed(ServletContextEvent event) {
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
