// Part of the Quillwater tool set. You may use, change and pass on this file
// as long as this notice stays with it. It comes without any warranty; whoever
// runs it does so at their own risk.

//! Keeps the stock of a small shop: receiving, reserving, shipping, reordering.

use std::collections::BTreeMap;
use std::fmt;

#[derive(Debug, Clone)]
pub struct Article {
    pub sku: String,
    pub title: String,
    pub unit_cents: u64,
    on_hand: u32,
    reserved: u32,
    reorder_at: u32,
}

impl Article {
    pub fn available(&self) -> u32 {
        self.on_hand - self.reserved
    }
}

#[derive(Debug, PartialEq)]
pub enum StockError {
    Unknown(String),
    Short { sku: String, wanted: u32, available: u32 },
    NotReserved(String),
    Duplicate(String),
}

impl fmt::Display for StockError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StockError::Unknown(sku) => write!(f, "no article {}", sku),
            StockError::Short { sku, wanted, available } => {
                write!(f, "{} of {} wanted, {} available", wanted, sku, available)
            }
            StockError::NotReserved(sku) => write!(f, "{} was not reserved", sku),
            StockError::Duplicate(sku) => write!(f, "article {} exists", sku),
        }
    }
}

impl std::error::Error for StockError {}

#[derive(Default)]
pub struct Inventory {
    articles: BTreeMap<String, Article>,
}

impl Inventory {
    pub fn register(&mut self, sku: &str, title: &str, unit_cents: u64, reorder_at: u32) -> Result<(), StockError> {
        if self.articles.contains_key(sku) {
            return Err(StockError::Duplicate(sku.to_string()));
        }
        let article = Article {
            sku: sku.to_string(),
            title: title.to_string(),
            unit_cents,
            on_hand: 0,
            reserved: 0,
            reorder_at,
        };
        self.articles.insert(sku.to_string(), article);
        Ok(())
    }

    fn article(&mut self, sku: &str) -> Result<&mut Article, StockError> {
        self.articles.get_mut(sku).ok_or_else(|| StockError::Unknown(sku.to_string()))
    }

    pub fn receive(&mut self, sku: &str, count: u32) -> Result<u32, StockError> {
        let article = self.article(sku)?;
        article.on_hand += count;
        Ok(article.on_hand)
    }

    /// Reserves all lines of an order or none of them.
    pub fn reserve(&mut self, order: &[(String, u32)]) -> Result<u64, StockError> {
        for (sku, wanted) in order {
            let available = self.article(sku)?.available();
            if available < *wanted {
                return Err(StockError::Short { sku: sku.clone(), wanted: *wanted, available });
            }
        }
        let mut total = 0;
        for (sku, wanted) in order {
            let article = self.article(sku)?;
            article.reserved += wanted;
            total += article.unit_cents * u64::from(*wanted);
        }
        Ok(total)
    }

    pub fn ship(&mut self, sku: &str, count: u32) -> Result<(), StockError> {
        let article = self.article(sku)?;
        if article.reserved < count {
            return Err(StockError::NotReserved(sku.to_string()));
        }
        article.reserved -= count;
        article.on_hand -= count;
        Ok(())
    }

    pub fn to_reorder(&self) -> Vec<(&str, u32)> {
        self.articles
            .values()
            .filter(|a| a.available() < a.reorder_at)
            .map(|a| (a.sku.as_str(), 2 * a.reorder_at - a.available()))
            .collect()
    }

    pub fn value_cents(&self) -> u64 {
        self.articles.values().map(|a| a.unit_cents * u64::from(a.on_hand)).sum()
    }
}
