package org.banip.surrogate.store;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Properties;
import java.util.ServiceLoader;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * Connections directly from the driver that accepts the URL. {@code DriverManager} is not used, because in a servlet container it does not see the
 * drivers of a WAR. Any thread.
 */
final class DriverDataSource implements DataSource {
    private final Driver driver;
    private final String url;
    private final Properties properties;

    /** Stored for the pool, which waits this time for its threads when it closes. */
    private volatile int loginTimeoutSeconds;

    private DriverDataSource(Driver driver, String url, Properties properties) {
        this.driver = driver;
        this.url = url;
        this.properties = properties;
    }

    static DriverDataSource of(String url, Properties properties) {
        try {
            for (Driver driver : ServiceLoader.load(Driver.class, DriverDataSource.class.getClassLoader())) {
                if (driver.acceptsURL(url)) {
                    return new DriverDataSource(driver, url, properties);
                }
            }
        } catch (SQLException e) {
            throw new BanipException(
                    ErrorCode.STORAGE_UNAVAILABLE, "store " + withoutParameters(url) + ": " + e.getMessage(), e);
        }
        throw new BanipException(
                ErrorCode.STORAGE_UNAVAILABLE,
                "store " + withoutParameters(url) + ": no JDBC driver on the class path accepts this URL");
    }

    /** The URL for logs, without parameters, which may have a password. */
    static String withoutParameters(String url) {
        int parameters = url.indexOf('?');
        return parameters < 0 ? url : url.substring(0, parameters);
    }

    @Override
    public Connection getConnection() throws SQLException {
        Connection connection = driver.connect(url, (Properties) properties.clone());
        if (connection == null) {
            throw new SQLException("the driver does not accept " + withoutParameters(url));
        }
        return connection;
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        throw new SQLFeatureNotSupportedException("credentials are given when the store is opened");
    }

    @Override
    public @Nullable PrintWriter getLogWriter() {
        return null;
    }

    @Override
    public void setLogWriter(PrintWriter out) {}

    @Override
    public void setLoginTimeout(int seconds) {
        loginTimeoutSeconds = seconds;
    }

    @Override
    public int getLoginTimeout() {
        return loginTimeoutSeconds;
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException("logging goes through SLF4J");
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        throw new SQLException("wraps nothing");
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return false;
    }
}
